import { Type, type Static } from './schema/schema.ts'

/** `/config.json`: what the browser reads at run time (architecture §3). */
export const PublicConfig = Type.Object({
  apiBaseUrl: Type.String(),
  firebase: Type.Object({ apiKey: Type.String(), authDomain: Type.String(), projectId: Type.String() }),
  /** Origin of the identity emulator, when it is the embedded one. */
  identityEmulator: Type.Optional(Type.String()),
  /** Address of the development mailbox, where every client may read it (decision 0024). */
  mailbox: Type.Optional(Type.String()),
})
export type PublicConfig = Static<typeof PublicConfig>

/** Brings the secret of this run to the embedded identity's own port: only the edge and the gateway know it. */
export const IDENTITY_SECRET_HEADER = 'x-identity-secret'

/** On a 429 that holds for each request of the route: the edge refuses this caller there itself until Retry-After is over. */
export const REFUSED_HEADER = 'x-refused-by-gateway'

/** Where the development mailbox is read, at the edge and behind it. */
export const MAILBOX_PATH = '/identity/mailbox'
/** A mail that the embedded identity would have sent. */
export const DevelopmentMail = Type.Object({
  id: Type.String(),
  to: Type.String(),
  subject: Type.String(),
  sentAt: Type.String({ format: 'date-time' }),
  /** What its link opens, a path of the application. */
  path: Type.String({ pattern: '^/[^/]' }),
  /** The link was used, or replaced by newer ones. */
  spent: Type.Boolean(),
})
export type DevelopmentMail = Static<typeof DevelopmentMail>
/** What the gateway posts there, instead of sending a mail of its own. */
export const PostedMail = Type.Object({
  to: Type.String({ minLength: 1, maxLength: 320 }),
  subject: Type.String({ maxLength: 500 }),
  path: Type.String({ pattern: '^/[^/]', maxLength: 1_200 }),
})
export type PostedMail = Static<typeof PostedMail>
/** Newest first. */
export const DevelopmentMailbox = Type.Object({ mails: Type.Array(DevelopmentMail) })
export type DevelopmentMailbox = Static<typeof DevelopmentMailbox>

/** In the HTML of a page that was rendered with its build: the folder that the build is served from, with its last slash. */
export const BUILD_FOLDER = 'build-folder:/'

/** A page's HTML from its remote's build. */
export const PrerenderedPage = Type.Object({
  html: Type.String(),
  /** Its style sheets, and the names by which the chunk loader knows their `<link>` again. */
  styles: Type.Array(Type.Object({ file: Type.String(), loadedAs: Type.String() })),
})
export type PrerenderedPage = Static<typeof PrerenderedPage>

/** A route a remote fills. The shell guards and frames it, without knowing what is inside. */
export const RemoteRoute = Type.Object({
  /** React Router path, e.g. `/scripts/:scriptId`. */
  path: Type.String({ pattern: '^/' }),
  /** `guest`: for every holder of a link, signed in or not (decision 0047). */
  access: Type.Enum(['visitor', 'user', 'any', 'guest']),
  /** Fallback text when the route cannot be shown (product §2). */
  errorText: Type.String(),
  /** Shown alone, without the navigation bar: for popups. */
  bare: Type.Optional(Type.Boolean()),
  /** The module of its page, as the remote's routes import it: its files are loaded ahead. */
  page: Type.Optional(Type.String()),
  /** The build renders the page to HTML, which is in the document before any code has loaded (decision 0034). */
  prerender: Type.Optional(Type.Boolean()),
  /** That HTML. Written by the build; browsers' registries do not carry it. */
  prerendered: Type.Optional(PrerenderedPage),
  /** Requests of its page, with parameters of the route: the shell sends them while the page's code is loading. */
  data: Type.Optional(Type.Array(Type.String({ pattern: '^/api/' }))),
  /** Files of the build that the route's first sight needs, from the remote's own address. Written by the build. */
  files: Type.Optional(Type.Array(Type.String())),
})
export type RemoteRoute = Static<typeof RemoteRoute>

/** What a remote says of itself: `remote.json` in its folder, copied into its build. */
export const RemoteDescription = Type.Object({
  name: Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
  routes: Type.Array(RemoteRoute),
  /** True when it exposes `./navigation` for the shell's navigation bar on its routes. */
  navigation: Type.Optional(Type.Boolean()),
})
export type RemoteDescription = Static<typeof RemoteDescription>

/** Hashes of a remote's two files with lasting names, as browsers take them (Subresource Integrity). */
export const RemoteIntegrity = Type.Object({
  manifest: Type.String({ pattern: '^sha384-[A-Za-z0-9+/]{64}$' }),
  entry: Type.String({ pattern: '^sha384-[A-Za-z0-9+/]{64}$' }),
})
export type RemoteIntegrity = Static<typeof RemoteIntegrity>

/** Form of `/remotes.json`: raised when a shell of before would read it wrongly, not for what it may leave unread. */
export const REGISTRY_SCHEMA = 1

/** `/remotes.json`: the run-time registry of remotes (architecture §8). */
export const RemoteRegistry = Type.Object({
  /** Absent: the first one. */
  schemaVersion: Type.Optional(Type.Number()),
  /** Version of the shell that a page gets which is loaded now. */
  shell: Type.Optional(Type.String()),
  remotes: Type.Array(
    Type.Object({
      ...RemoteDescription.properties,
      version: Type.String(),
      /** Address of the remote's mf-manifest.json; may be another origin. */
      entry: Type.String(),
      integrity: Type.Optional(RemoteIntegrity),
      /** What everybody gets, or got before this version. */
      previous: Type.Optional(Type.Object({ version: Type.String(), entry: Type.String() })),
      /** This browser alone has this version, by a link. */
      preview: Type.Optional(Type.Boolean()),
    }),
  ),
})
export type RemoteRegistry = Static<typeof RemoteRegistry>
export type RegisteredRemote = RemoteRegistry['remotes'][number]

/** Where a version is opened by its link (`/preview/<remote>/<key>`), and left again (DELETE). */
export const PREVIEW_PATH = '/preview'
