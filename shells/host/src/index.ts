// With the page itself, so that its bar and its outline show before any code is there.
import '@andscene/web-kit/fonts.css'
import '@andscene/web-kit/tokens.css'
import '@andscene/web-kit/loading.css'
import './host.css'

// The entry only starts the rest, so that federation has the shared modules ready when it runs.
void import(/* webpackChunkName: "start" */ './start.tsx')
