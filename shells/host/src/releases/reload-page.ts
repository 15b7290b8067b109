/** Loads the current release. A module of its own, so that tests can replace it. */
export const reloadPage = (): void => location.reload()
