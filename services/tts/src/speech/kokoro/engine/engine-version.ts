/** The provider's `engineVersion`: engines of different ones sound different. */
export const ENGINE_VERSION = '2'
