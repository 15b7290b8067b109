// Runs before the first paint, so that a page never flashes in the other theme (product §4). Plain script, no module.
;(function () {
  var mode
  try {
    mode = localStorage.getItem('andscene_theme')
  } catch {
    // Storage is blocked: the system decides.
  }
  if (mode !== 'light' && mode !== 'dark') {
    mode = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  document.documentElement.dataset.theme = mode
  document.documentElement.style.colorScheme = mode
  // The browser's own bar follows the choice, not the system. The page has a colour for each mode.
  var colours = document.querySelectorAll('meta[name="theme-color"]')
  var chosen = document.querySelector('meta[name="theme-color"][media*="' + mode + '"]')
  if (chosen) for (var i = 0; i < colours.length; i += 1) colours[i].content = chosen.content
})()
