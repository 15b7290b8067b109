import { Type, type Static } from './schema/schema.ts'

/** `/config.json`: the browser's run-time configuration (architecture §3). */
export const PublicConfig = Type.Object({
  apiBaseUrl: Type.String(),
  firebase: Type.Object({ apiKey: Type.String(), authDomain: Type.String(), projectId: Type.String() }),
  /** Origin of the identity emulator, with the embedded identity. */
  identityEmulator: Type.Optional(Type.String()),
  /** Address of the development mailbox; absent for clients that may not read it (decision 0024). */
  mailbox: Type.Optional(Type.String()),
})
export type PublicConfig = Static<typeof PublicConfig>

/** Authenticates edge and gateway to the embedded identity's port with the secret of this run. */
export const IDENTITY_SECRET_HEADER = 'x-identity-secret'

/** On a 429 that applies to every request of the route: the edge refuses this caller until Retry-After is over. */
export const REFUSED_HEADER = 'x-refused-by-gateway'

/** Path of the development mailbox, at the edge and at the identity service. */
export const MAILBOX_PATH = '/identity/mailbox'
/** A mail that the real identity service would send. */
export const DevelopmentMail = Type.Object({
  id: Type.String(),
  to: Type.String(),
  subject: Type.String(),
  sentAt: Type.String({ format: 'date-time' }),
  /** Path of the application that its link opens. */
  path: Type.String({ pattern: '^/[^/]' }),
  /** What the mail says in addition to its subject and link. */
  text: Type.Optional(Type.String()),
  /** The link was used, or replaced by a newer one. */
  spent: Type.Boolean(),
})
export type DevelopmentMail = Static<typeof DevelopmentMail>
/** Mail that the gateway posts to the mailbox instead of sending it. */
export const PostedMail = Type.Object({
  to: Type.String({ minLength: 1, maxLength: 320 }),
  subject: Type.String({ maxLength: 500 }),
  path: Type.String({ pattern: '^/[^/]', maxLength: 1_200 }),
  text: Type.Optional(Type.String({ maxLength: 20_000 })),
})
export type PostedMail = Static<typeof PostedMail>
/** Newest first. */
export const DevelopmentMailbox = Type.Object({ mails: Type.Array(DevelopmentMail) })
export type DevelopmentMailbox = Static<typeof DevelopmentMailbox>

/** Placeholder in prerendered HTML for the URL of the build's folder, including the trailing slash. */
export const BUILD_FOLDER = 'build-folder:/'

/** Prerendered HTML of a page, from its remote's build. */
export const PrerenderedPage = Type.Object({
  html: Type.String(),
  /** Style sheets, and the names by which the chunk loader recognizes their `<link>`. */
  styles: Type.Array(Type.Object({ file: Type.String(), loadedAs: Type.String() })),
})
export type PrerenderedPage = Static<typeof PrerenderedPage>

/** A route that a remote renders. The shell guards and frames it without knowing its content. */
export const RemoteRoute = Type.Object({
  /** React Router path, e.g. `/scripts/:scriptId`. */
  path: Type.String({ pattern: '^/' }),
  /** `guest`: for everyone with a link, signed in or not (decision 0047). */
  access: Type.Enum(['visitor', 'user', 'any', 'guest']),
  /** Error text when the route cannot be shown (product §2). */
  errorText: Type.String(),
  /** Rendered without the navigation bar: for popups. */
  bare: Type.Optional(Type.Boolean()),
  /** Module of the page, as the remote's routes import it; its files are preloaded. */
  page: Type.Optional(Type.String()),
  /** The build renders the page to HTML, which is in the document before code loads (decision 0034). */
  prerender: Type.Optional(Type.Boolean()),
  /** The prerendered HTML, written by the build; omitted from registries for browsers. */
  prerendered: Type.Optional(PrerenderedPage),
  /** Requests of the page, with route parameters: the shell sends them while the page's code is loading. */
  data: Type.Optional(Type.Array(Type.String({ pattern: '^/api/' }))),
  /** Files that the first paint of the route needs, relative to the remote. Written by the build. */
  files: Type.Optional(Type.Array(Type.String())),
})
export type RemoteRoute = Static<typeof RemoteRoute>

/** Description of a remote: `remote.json` in its folder, copied into its build. */
export const RemoteDescription = Type.Object({
  name: Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
  routes: Type.Array(RemoteRoute),
  /** Whether it exposes `./navigation` for the shell's navigation bar on its routes. */
  navigation: Type.Optional(Type.Boolean()),
})
export type RemoteDescription = Static<typeof RemoteDescription>

/** Hashes of a remote's two files without hashed names (Subresource Integrity). */
export const RemoteIntegrity = Type.Object({
  manifest: Type.String({ pattern: '^sha384-[A-Za-z0-9+/]{64}$' }),
  entry: Type.String({ pattern: '^sha384-[A-Za-z0-9+/]{64}$' }),
})
export type RemoteIntegrity = Static<typeof RemoteIntegrity>

/** Version of `/remotes.json`: increased when older shells would misread it, not for fields that they may ignore. */
export const REGISTRY_SCHEMA = 1

/** `/remotes.json`: the run-time registry of remotes (architecture §8). */
export const RemoteRegistry = Type.Object({
  /** Absent: version 1. */
  schemaVersion: Type.Optional(Type.Number()),
  /** Shell version of new page loads. */
  shell: Type.Optional(Type.String()),
  remotes: Type.Array(
    Type.Object({
      ...RemoteDescription.properties,
      version: Type.String(),
      /** URL of the remote's mf-manifest.json; may be on another origin. */
      entry: Type.String(),
      integrity: Type.Optional(RemoteIntegrity),
      /** For a preview the current version, otherwise the previous one. */
      previous: Type.Optional(Type.Object({ version: Type.String(), entry: Type.String() })),
      /** A preview in this browser only, opened by a link. */
      preview: Type.Optional(Type.Boolean()),
    }),
  ),
})
export type RemoteRegistry = Static<typeof RemoteRegistry>
export type RegisteredRemote = RemoteRegistry['remotes'][number]

/** `/preview/<remote>/<key>` opens a preview; DELETE leaves all previews. */
export const PREVIEW_PATH = '/preview'
