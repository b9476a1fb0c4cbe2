import type { Emoji } from './emoji.ts';

/** Emoji, name, search words. The most used first. */
const LINES = `
😂 joy laugh tears lol
❤️ heart love red
🤣 rofl rolling laugh
👍 thumbs_up +1 yes like good
😭 sob cry loud
🙏 pray please thanks folded_hands
😘 kiss_heart kiss
🥰 smiling_hearts love adore
😍 heart_eyes love
😊 blush smile happy
🎉 tada party celebrate hooray
😁 beaming grin smile
💕 two_hearts love
🥺 pleading puppy please
😅 sweat_smile relief phew
🔥 fire hot lit flame
☺️ relaxed smile
🤦 facepalm doh
♥️ heart_suit love
🤷 shrug dunno whatever
🙄 rolling_eyes whatever
😆 laughing squint haha
🤗 hugging hug
😉 wink
🎂 cake birthday
🤔 thinking hmm think
👏 clap applause bravo
🙂 slight_smile smile
😳 flushed embarrassed
🥳 partying party celebrate
😎 cool sunglasses
👌 ok okay perfect
💜 purple_heart love
😔 pensive sad
💪 muscle strong flex
✨ sparkles shiny magic
💖 sparkling_heart love
👀 eyes look see
😋 yum tasty delicious
😏 smirk
😢 cry sad tear
👉 point_right there
💗 growing_heart love
😩 weary tired
💯 hundred 100 perfect
🌹 rose flower
💞 revolving_hearts love
🎈 balloon birthday
💙 blue_heart love
😃 smiley happy
😡 angry_red mad rage
💐 bouquet flowers
😜 winking_tongue silly joke
🙈 see_no_evil monkey shy
🤞 fingers_crossed luck hope
😄 grin_eyes smile happy
🤤 drooling hungry
🙌 raised_hands hooray praise
🤪 zany crazy goofy
❣️ heart_exclamation love
😀 grinning smile happy
💋 kiss_mark lips
💀 skull dead
👇 point_down below
💔 broken_heart sad
😌 relieved calm
💓 beating_heart love
🤩 star_struck wow amazing
🙃 upside_down irony
😬 grimacing awkward
😱 scream fear shock
😴 sleeping sleep tired zzz
🤭 hand_over_mouth oops giggle
😐 neutral meh
🌞 sun_face sunny
😒 unamused annoyed
😇 innocent angel halo
🌸 cherry_blossom flower spring
😈 devil evil
🎶 notes music song
✌️ victory peace
🎊 confetti party
🥵 hot_face heat
😞 disappointed sad
💚 green_heart love
☀️ sun sunny weather
🖤 black_heart love
💰 money_bag money rich
😚 kissing_closed kiss
👑 crown king queen
🎁 gift present
💥 boom collision bang
🙋 raising_hand me question
☹️ frowning sad
😑 expressionless meh
🥴 woozy drunk
👈 point_left there
💩 poop
✅ check done yes
👋 wave hello hi bye
🤮 vomiting sick
😤 huffing triumph angry
🤢 nauseated sick
🌟 glowing_star star
❗ exclamation important
😥 sad_relieved phew
🌈 rainbow pride
💛 yellow_heart love
😝 squinting_tongue silly
😫 tired exhausted
😲 astonished wow surprise
🖕 middle_finger rude
‼️ double_exclamation important
🔴 red_circle
🌻 sunflower flower
🤯 exploding_head mindblown wow
💃 dancer dance
👊 fist_bump punch
🤬 cursing swear angry
🏃 running run
🌷 tulip flower
💍 ring wedding
🍀 four_leaf_clover luck
🎀 ribbon bow
🍻 beers cheers
🧡 orange_heart love
🤍 white_heart love
🤎 brown_heart love
⚡ zap lightning bolt
💎 gem diamond
🍺 beer drink
🍷 wine drink
🥂 clinking_glasses cheers toast
☕ coffee tea hot
🍕 pizza food
🍔 burger hamburger food
🍟 fries food
🌮 taco food
🍣 sushi food
🍎 apple fruit
🍌 banana fruit
🍓 strawberry fruit
🍋 lemon fruit
🥑 avocado
🌽 corn maize
🍞 bread loaf
🧀 cheese
🥚 egg
🍿 popcorn movie
🍩 donut doughnut
🍪 cookie biscuit
🍫 chocolate
🍯 honey
🐶 dog puppy
🐱 cat kitten
🐭 mouse
🐰 rabbit bunny
🦊 fox
🐻 bear
🐼 panda
🦁 lion
🐮 cow
🐷 pig
🐸 frog
🐵 monkey
🐔 chicken hen
🐧 penguin
🐦 bird
🦅 eagle
🦉 owl
🦩 flamingo
🐺 wolf
🐴 horse
🦄 unicorn
🐝 bee honey
🦋 butterfly
🐌 snail slow
🐢 turtle slow
🐍 snake
🐙 octopus
🐬 dolphin
🐳 whale
🦈 shark
🐟 fish
🌲 evergreen tree
🌳 tree
🌴 palm beach
🌵 cactus
🌱 seedling sprout grow
🍁 maple_leaf autumn
🍄 mushroom
🌍 earth_africa world globe
🌎 earth_americas world globe
🌏 earth_asia world globe
🌙 moon night
⭐ star
☁️ cloud weather
🌧️ rain weather
⛈️ storm thunder
❄️ snowflake cold winter
⛄ snowman winter
🌊 ocean_wave sea water
💧 droplet water
🏔️ mountain
🏖️ beach holiday
🏠 house home
🏡 home_garden house
🚗 car
🚲 bicycle bike
🚆 train
✈️ airplane plane travel
🚀 rocket launch moon ship
⛵ sailboat boat
⚽ soccer football ball
🏀 basketball ball
🎾 tennis ball
🏆 trophy win
🥇 gold_medal first win
🎮 game_controller play gaming
🎲 dice chance
🎯 bullseye target dart
🎨 palette art paint
🎤 microphone sing
🎧 headphones music
🎸 guitar music rock
🎹 piano music keyboard
🎬 clapper film movie
📷 camera photo
📱 phone mobile
💻 laptop computer
⌨️ keyboard computer
💡 bulb idea light
🔋 battery power
🔌 plug electric
📚 books read
📖 book read
✏️ pencil write
📝 memo note write
📌 pushpin pin
📎 paperclip
✂️ scissors cut
📅 calendar date
📈 chart_up growth
📉 chart_down
🔒 lock closed
🔓 unlock open
🔑 key
🔨 hammer tool
🛠️ tools fix build
⚙️ gear settings
🧪 test_tube science
🔭 telescope stars
💊 pill medicine
🚪 door
🛏️ bed
🛒 cart shopping
✉️ envelope mail letter
📦 package box
🔔 bell
📣 megaphone announce
💬 speech talk
💭 thought
⏰ alarm_clock time
⏳ hourglass time wait
❓ question what
❌ cross no wrong
⚠️ warning alert
🚫 forbidden no stop
♻️ recycle
➕ plus
➡️ arrow_right
⬅️ arrow_left
⬆️ arrow_up
⬇️ arrow_down
🆗 ok_button
🆕 new
🔝 top
🟢 green_circle
🟠 orange_circle bitcoin
🟣 purple_circle nostr
🏳️‍🌈 rainbow_flag pride
🏴‍☠️ pirate_flag
👎 thumbs_down -1 no dislike
🤝 handshake deal
✋ raised_hand stop
🫡 salute yes_sir
🤙 call_me shaka
🤘 rock_on horns
👆 point_up above
☝️ index_up
✍️ writing write
🫶 heart_hands love
🫂 people_hugging hug
👻 ghost boo
👽 alien
🤖 robot
🤡 clown
🎃 pumpkin halloween
🎄 christmas_tree xmas
🧘 meditate yoga calm
🛌 sleeping_bed rest
👶 baby
🧠 brain smart
👁️ eye
👂 ear listen
👃 nose
👣 footprints
🗑️ trash bin delete
🪙 coin money
💸 flying_money spend
🥱 yawning bored
🥶 cold_face freezing
🤒 thermometer_face sick ill
🤧 sneezing sick
🤠 cowboy
🤓 nerd glasses
🧐 monocle
😶 no_mouth silent
🤐 zipper_mouth secret
🤫 shushing quiet secret
🫠 melting hot
🫣 peeking shy
😵 dizzy
🤑 money_face rich
😓 downcast_sweat
😖 confounded
😕 confused
😟 worried
😮 open_mouth wow
😰 anxious sweat
😨 fearful
`;

/** The most used emojis, and other common ones. */
export const EMOJIS: readonly Emoji[] = LINES.trim()
  .split('\n')
  .map((line) => {
    const [sign = '', name = '', ...words] = line.split(' ');
    return { sign, name, words };
  });
