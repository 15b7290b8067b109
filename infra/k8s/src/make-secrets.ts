// npm run --silent k8s:secrets [-- small] | kubectl apply -n and-scene -f -: prints fresh secrets, and stores them
// nowhere.
import { stringify } from 'yaml'
import { keySecret, storeSecrets } from './secrets.ts'

const [overlay, ...rest] = process.argv.slice(2)
if (rest.length > 0 || (overlay !== undefined && overlay !== 'small')) {
  process.stderr.write(`Say nothing, for the keys alone, or "small", for the stores of that overlay too.\n`)
  process.exit(1)
}
const secrets = [keySecret(), ...(overlay === 'small' ? storeSecrets() : [])]
process.stdout.write(secrets.map((secret) => stringify(secret, { lineWidth: 0 })).join('---\n'))
