import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'

/**
 * Writes `schemas/`, the schemas of the manifests: one self-contained file per kind. Run it manually when
 * the version of Kubernetes or of KEDA is raised (README.md beside `src`):
 *
 *     npm run schemas -w infra/k8s -- FOLDER-OF-SCHEMAS scaledobjects.yaml
 */

type Schema = { [key: string]: unknown }

const KINDS = [
  'configmap-v1',
  'deployment-apps-v1',
  'ingress-networking-v1',
  'namespace-v1',
  'networkpolicy-networking-v1',
  'persistentvolumeclaim-v1',
  'poddisruptionbudget-policy-v1',
  'service-v1',
  'serviceaccount-v1',
  'statefulset-apps-v1',
]
const DEFINITION = /^(?:\/api\/_definitions\.json)?#\/\$defs\/(.+)$/
/** Neither says what is valid. */
const WORDS = ['description', '$id', 'x-kubernetes-group-version-kind']

const [folder = '', keda = ''] = process.argv.slice(2)
const target = path.join(import.meta.dirname, '../schemas')
await mkdir(target, { recursive: true })

const read = async (file: string) => JSON.parse(await readFile(path.join(folder, file), 'utf8')) as Schema
const definitions = (await read('_definitions.json'))['$defs'] as Record<string, Schema>
for (const kind of KINDS) {
  const wanted = new Map<string, Schema>()
  const root = pruned(await read(`${kind}.json`), wanted) as Schema
  for (const [name, found] of wanted) wanted.set(name, pruned(found, wanted) as Schema)
  await write(kind, { ...root, $defs: Object.fromEntries([...wanted].toSorted(byName)) })
}

const crd = parse(await readFile(keda, 'utf8')) as {
  spec: { versions: { name: string; schema: { openAPIV3Schema: Schema } }[] }
}
const [version] = crd.spec.versions
await write(`scaledobject-keda-${version!.name}`, strict(version!.schema.openAPIV3Schema) as Schema)

/** Without words; references lead to the same file, and what they name is noted in `wanted`. */
function pruned(value: unknown, wanted: Map<string, Schema>): unknown {
  if (Array.isArray(value)) return value.map((item) => pruned(item, wanted))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    // A property may be called so, and is then no string.
    if (WORDS.includes(key) && (typeof inner === 'string' || Array.isArray(inner))) return []
    if (key !== '$ref') return [[key, pruned(inner, wanted)]]
    const name = DEFINITION.exec(String(inner))?.[1]
    if (!name || !definitions[name]) throw new Error(`${String(inner)} leads nowhere`)
    if (!wanted.has(name)) wanted.set(name, definitions[name])
    return [[key, `#/$defs/${name}`]]
  })
  return Object.fromEntries(entries)
}

/** A cluster drops fields that it does not know without a word; here they are mistakes. */
function strict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strict)
  if (typeof value !== 'object' || value === null) return value
  const own = Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !(WORDS.includes(key) && typeof inner === 'string'))
      .map(([key, inner]) => [key, strict(inner)]),
  )
  const isClosed = own['properties'] !== undefined && own['type'] === 'object'
  return isClosed && own['additionalProperties'] === undefined && !own['x-kubernetes-preserve-unknown-fields']
    ? { ...own, additionalProperties: false }
    : own
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1
}

async function write(kind: string, schema: Schema): Promise<void> {
  await writeFile(path.join(target, `${kind}.json`), `${JSON.stringify(schema)}\n`)
}
