// In the entry, so that bar and outline are styled before other code has loaded.
import '@andscene/web-kit/fonts.css'
import '@andscene/web-kit/tokens.css'
import '@andscene/web-kit/loading.css'
import '@andscene/web-kit/error-boundary.css'
import './host.css'

/**
 * Rejects when the rest fails to load. Imported dynamically, because federation must prepare the shared modules first.
 */
export const started = import(/* webpackChunkName: "start" */ './start.tsx').catch((error: unknown) => {
  showFailure()
  throw error
})

/** Without React, which failed to load. */
function showFailure() {
  const main = document.createElement('main')
  main.innerHTML = `<section class="as-error" role="alert">
      <h1>And Scene could not start</h1>
      <p>Its code could not be loaded. Please check the connection and reload the page.</p>
      <button type="button" class="as-button as-button-primary">Reload</button>
    </section>`
  main.querySelector('button')!.addEventListener('click', () => location.reload())
  document.getElementById('root')?.replaceChildren(main)
}
