/**
 * First and family names of one part of the world, and the appearance of its people (`hint` parts
 * of a portrait).
 */
export interface Culture {
  readonly name: string;
  readonly women: readonly string[];
  readonly men: readonly string[];
  readonly family: readonly string[];
  /** Lightest and darkest skin, 0 to 9. */
  readonly skin: readonly [number, number];
  readonly hair: readonly string[];
  readonly coily: number;
  /** Share of women with a head covering, and its kind. */
  readonly cover: readonly [string, number];
  /** Share of men with this hat. */
  readonly hat: readonly [string, number];
  /** Language of some of their notes. */
  readonly language: string;
}

const words = (text: string): readonly string[] => text.split(' ');

const PLAIN = { coily: 0, cover: ['none', 0], hat: ['none', 0], language: 'en' } as const;
const NORTH = { ...PLAIN, skin: [0, 2], hair: ['fair', 'fair', 'brown', 'red', 'dark'] } as const;
const SOUTH = { ...PLAIN, skin: [2, 4], hair: ['dark', 'brown', 'dark'] } as const;
const WEST_AFRICA = {
  ...PLAIN,
  skin: [6, 9],
  hair: ['dark'],
  coily: 1,
  cover: ['headwrap', 0.3],
} as const;

export const CULTURES: readonly Culture[] = [
  {
    ...NORTH,
    name: 'nordic',
    women: words('Ada Pia Signe Maren Astrid Liv Tuva Saga Ylva Sanna Ronja Inkeri Aino'),
    men: words('Bo Tor Lasse Eskil Jens Magnus Arne Oskar Sindre Anders Pekka Gunnar'),
    family: words(
      'Lindqvist Vestergaard Halvorsen Nyström Dahl Bergström Korhonen Solheim Aagaard Lund Eide Kallio Sørli',
    ),
  },
  {
    ...NORTH,
    name: 'british',
    women: words('Hazel Nell Imogen Beth Rowan Cerys Morag Isla Wren Tilly Agnes Ffion'),
    men: words('Alasdair Hugh Gareth Rory Ned Callum Ewan Percy Tam Owen Angus Dai'),
    family: words(
      'Thorne Pryce Ashdown Muir Fairweather Penhallow Kerr Oakley Marsh Tregenza Blackwood Hollis Pike',
    ),
  },
  {
    ...NORTH,
    name: 'irish',
    women: words('Niamh Aoife Róisín Orla Sinéad Gráinne'),
    men: words('Cormac Fionn Donal Eoin Séamus Oisín'),
    family: [
      "O'Dowd",
      'Kinsella',
      'Brannigan',
      'Keane',
      'Lavelle',
      'Molloy',
      "O'Malley",
      'Tierney',
    ],
  },
  {
    ...NORTH,
    name: 'german',
    language: 'de',
    women: words('Greta Lotte Frieda Hanna Anneke Ulrike Mina Elke'),
    men: words('Tomas Jonas Emil Konrad Fritz Matthias Till Henrik'),
    family: words('Brandt Seidel Vogel Albers Kessler Immendorf Rademacher Winkler Behrens Sommer'),
  },
  {
    ...SOUTH,
    name: 'french',
    language: 'fr',
    skin: [1, 3],
    women: words('Camille Maëlle Odile Solène Inès Margaux Élise'),
    men: words('Bastien Rémi Étienne Loïc Gaspard Anatole Yann'),
    family: words('Delorme Vasseur Kermarrec Fontaine Marchetti Lacaze Roche Tanguy'),
  },
  {
    ...SOUTH,
    name: 'spanish',
    language: 'es',
    women: words('Lucía Marisol Inés Carmela Nuria Paloma Ximena Rocío'),
    men: words('Iker Joaquín Mateo Álvaro Hernán Gael Rafa Emilio'),
    family: words('Etxeberria Salgado Vidal Quintana Ferrán Montaño Ríos Cisneros Huamán'),
  },
  {
    ...SOUTH,
    name: 'portuguese',
    language: 'pt',
    skin: [2, 6],
    women: words('Mirela Beatriz Joana Iracema Luana Teresa Benedita'),
    men: words('Tiago Caetano Davi Rui Zeca Otávio Nuno'),
    family: words('Costa Azevedo Nogueira Tavares Figueira Pimenta Moura Sequeira'),
  },
  {
    ...SOUTH,
    name: 'italian',
    women: words('Chiara Ginevra Fiamma Noemi Lia Ornella'),
    men: words('Elio Nico Corrado Santo Dario Tazio'),
    family: words('Ferri Moretti Bassani Locatelli Zanetti Carraro Pace Sorrentino'),
  },
  {
    ...NORTH,
    name: 'slavic',
    skin: [0, 3],
    women: words('Zofia Mila Oksana Jitka Danuta Vesna Halyna Lenka'),
    men: words('Marek Bohdan Pavel Stoyan Andriy Luka Vojta Tadeusz'),
    family: [
      'Wilk',
      'Kovalenko',
      'Novotná',
      'Sikora',
      'Hruška',
      'Petrenko',
      'Jankowski',
      'Dvořák',
      'Marić',
      'Bondar',
    ],
  },
  {
    ...SOUTH,
    name: 'turkish',
    women: words('Elif Defne Zeynep Nilüfer Ece Sevgi'),
    men: words('Emre Kerem Deniz Onur Baran Cem'),
    family: ['Şahin', 'Aydın', 'Kaya', 'Demirel', 'Yıldız', 'Tuna', 'Arslan', 'Koçak'],
  },
  {
    ...SOUTH,
    name: 'levant',
    language: 'ar',
    cover: ['hijab', 0.45],
    skin: [3, 5],
    women: words('Noor Layla Salma Rima Huda Dunya Amal Yasmin'),
    men: words('Karim Samir Idris Tarek Faris Nabil Ziad Anwar'),
    family: [
      'Haddad',
      'Khoury',
      'Al-Masri',
      'Nasser',
      'Darwish',
      'Saliba',
      'Mansour',
      'Benali',
      'Ziani',
    ],
  },
  {
    ...SOUTH,
    name: 'hebrew',
    language: 'he',
    women: words('Tamar Yael Noa Shira Maayan'),
    men: words('Eitan Amos Uri Gilad Nadav'),
    family: words('Peretz Almog Shalev Barkai Ronen Navon'),
  },
  {
    ...SOUTH,
    name: 'persian',
    skin: [2, 4],
    women: words('Shirin Parisa Roya Mahsa Golnar'),
    men: words('Dariush Kian Navid Arash Behrooz'),
    family: words('Farahani Rostami Jalali Parsa Kazemi Mirza'),
  },
  {
    ...SOUTH,
    name: 'indian',
    skin: [4, 7],
    hat: ['turban', 0.22],
    women: words('Anjali Meera Kavya Lakshmi Rupa Ishani Devika Nandini'),
    men: words('Ravi Arjun Harpreet Vikram Sanjay Gurdeep Manoj Kiran'),
    family: words('Menon Iyer Banerjee Grewal Deshmukh Rao Kulkarni Sandhu Pillai Chaudhuri'),
  },
  {
    ...SOUTH,
    name: 'chinese',
    language: 'zh',
    skin: [1, 3],
    hair: ['dark'],
    women: words('Mei Xiulan Jiayi Lin Yun Wanting'),
    men: words('Wei Haoran Jian Bao Zhen Tao'),
    family: words('Zhao Lin Chen Ouyang Fang Gao Shen Tang'),
  },
  {
    ...SOUTH,
    name: 'japanese',
    language: 'ja',
    skin: [1, 3],
    hair: ['dark', 'dark', 'brown'],
    women: words('Hana Sayuri Mio Aki Natsuki Kaede Yoshiko'),
    men: words('Jun Haruto Kenji Ryota Sora Takumi Isamu'),
    family: words('Watanabe Okada Morimoto Hayashi Ishii Kuroda Nakano Asakura'),
  },
  {
    ...SOUTH,
    name: 'korean',
    skin: [1, 3],
    hair: ['dark', 'dark', 'brown'],
    women: words('Seo-yeon Minji Haneul Bora Jiwoo'),
    men: words('Dae-jung Hyun Joon-ho Taeyang Minho'),
    family: words('Kwon Baek Yoo Seong Han Noh'),
  },
  {
    ...SOUTH,
    name: 'vietnamese',
    skin: [2, 4],
    hair: ['dark'],
    women: words('Linh Thảo Mai Hương Ngọc'),
    men: words('Minh Khoa Đức Bảo Quân'),
    family: ['Nguyễn', 'Trần', 'Phạm', 'Võ', 'Đặng', 'Lý'],
  },
  {
    ...SOUTH,
    name: 'indonesian',
    skin: [4, 6],
    hair: ['dark'],
    cover: ['hijab', 0.35],
    women: words('Dewi Sari Ayu Wulan Rahma'),
    men: words('Budi Bagus Wayan Rizal Satria'),
    family: words('Santoso Wijaya Hartono Siregar Putra Lestari'),
  },
  {
    ...WEST_AFRICA,
    name: 'nigerian',
    women: words('Adaeze Folake Ngozi Yetunde Amara Zainab'),
    men: words('Chidi Tunde Emeka Babajide Ikenna Sani'),
    family: words('Okafor Adeyemi Nwosu Balogun Eze Okonkwo Ogunleye'),
  },
  {
    ...WEST_AFRICA,
    name: 'ghanaian',
    women: words('Abena Efua Akosua Esi Adwoa'),
    men: words('Kwame Kofi Yaw Kojo Nii'),
    family: words('Mensah Owusu Boateng Asante Darko Quaye'),
  },
  {
    ...WEST_AFRICA,
    name: 'eastafrican',
    skin: [5, 8],
    cover: ['headwrap', 0.15],
    women: words('Wanjiru Akinyi Selam Makeda Zawadi Halima'),
    men: words('Otieno Juma Dawit Yonas Baraka Kamau'),
    family: words('Kimani Odhiambo Tesfaye Haile Mwangi Abdi Bekele'),
  },
  {
    ...PLAIN,
    name: 'caribbean',
    skin: [5, 8],
    hair: ['dark'],
    coily: 1,
    women: words('Marva Shanice Josette Delphine Coralie'),
    men: words('Desmond Winston Marlon Aristide Cuthbert'),
    family: words('Baptiste Campbell Joseph Lamontagne Clarke Toussaint'),
  },
  {
    ...PLAIN,
    name: 'pacific',
    skin: [4, 6],
    hair: ['dark'],
    coily: 0.3,
    women: words('Mereana Leilani Anahera Sina Moana'),
    men: words('Tama Rangi Sefo Wiremu Keoni'),
    family: ['Ngata', 'Parata', 'Tuilagi', 'Faleolo', 'Kahananui', 'Te Awa'],
  },
  {
    ...PLAIN,
    name: 'greek',
    skin: [2, 4],
    hair: ['dark', 'brown'],
    women: words('Iris Thalia Eleni Danae Kalliope'),
    men: words('Nikos Petros Aris Stavros Leandros'),
    family: words('Calder Papadaki Vlachos Xenakis Kouris Manolis'),
  },
  {
    ...NORTH,
    name: 'american',
    skin: [0, 5],
    women: words('Juniper Maeve Dolores Sadie Opal Birdie'),
    men: words('Silas Ansel Hank Wendell Ezra Lowell'),
    family: words('Whitaker Delgado Ballard Vance Prescott Yazzie Mercer Bell'),
  },
];
