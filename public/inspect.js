// Vite's development server transforms components for a page that has this preamble.
Object.assign(window, {
  $RefreshReg$: () => {},
  $RefreshSig$: () => (type) => type,
  __vite_plugin_react_preamble_installed__: true,
});

// The tab that opened this window names the code of a recording's page, and gives the recording.
addEventListener('message', ({ source, origin, data }) => {
  if (!opener || source !== opener || origin !== location.origin) return;
  void import(data.code).then(({ draw }) => draw(data.text));
});
opener?.postMessage('starling:inspect', location.origin);
