/** Of the page itself, beside its bar. */
export const MAIN_ID = 'main'
