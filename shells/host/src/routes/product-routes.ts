import type { RemoteRoute } from '@andscene/contracts/platform'
import { matchRoutes } from 'react-router-dom'
import routes from './data/product-routes.json' with { type: 'json' }

/**
 * The product's own paths (product §2). If the registry has no remote for one, it is still guarded and shows its error
 * text. Paths of other remotes need no row.
 */
const ROWS = (routes as RemoteRoute[]).map((route) => ({ path: route.path, route }))

export const productRouteOf = (pathname: string): RemoteRoute | undefined =>
  matchRoutes(ROWS, pathname)?.at(-1)?.route.route
