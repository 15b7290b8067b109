/** The page as it is released now takes the place of this one. */
export const reloadPage = (): void => location.reload()
