/** Id of the page's main element. */
export const MAIN_ID = 'main'
