// Runs before the first paint, so that a page does not flash in the wrong theme (product §4). A classic script, not a
// module.
;(function () {
  var mode
  try {
    mode = localStorage.getItem('andscene_theme')
  } catch {
    // Storage is blocked: use the system's theme.
  }
  if (mode !== 'light' && mode !== 'dark') {
    mode = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  document.documentElement.dataset.theme = mode
  document.documentElement.style.colorScheme = mode
  // The browser's toolbar follows the choice, not the system. The page has one color for each mode.
  var colours = document.querySelectorAll('meta[name="theme-color"]')
  var chosen = document.querySelector('meta[name="theme-color"][media*="' + mode + '"]')
  if (chosen) for (var i = 0; i < colours.length; i += 1) colours[i].content = chosen.content
})()
