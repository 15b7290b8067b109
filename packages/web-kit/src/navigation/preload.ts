let preload: (pathname: string) => void = () => undefined

/** Sets the function that preloads the code of a page; the shell does. */
export const setPreload = (load: (pathname: string) => void): void => {
  preload = load
}

/** Starts loading the code of a page that the user is about to open. */
export const preloadPage = (pathname: string): void => preload(pathname)
