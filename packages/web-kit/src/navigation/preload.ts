let preload: (pathname: string) => void = () => undefined

export const setPreload = (load: (pathname: string) => void): void => {
  preload = load
}

export const preloadPage = (pathname: string): void => preload(pathname)
