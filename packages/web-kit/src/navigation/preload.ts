let preload: (pathname: string) => void = () => undefined

/** What loads the code of a page beforehand: the shell knows it. */
export const setPreload = (load: (pathname: string) => void): void => {
  preload = load
}

/** Starts loading the code of a page that a person is about to open. */
export const preloadPage = (pathname: string): void => preload(pathname)
