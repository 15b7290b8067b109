import { BaseConfig, InternalKeysConfig, readConfig } from '@andscene/service-kit/config'
import { Type, type Static } from '@andscene/contracts/schema'

const Schema = Type.Object({
  ...BaseConfig.properties,
  ...InternalKeysConfig.properties,
  /** Folder of the embedded database. */
  DATA_DIR: Type.String({ default: '.data' }),
  /** When set, sign-ups are kept in MongoDB instead. */
  MONGODB_URI: Type.Optional(Type.String()),
  /** Days that exports of sign-ups stay in DATA_DIR/exports. */
  LIMIT_EXPORT_DAYS: Type.Number({ exclusiveMinimum: 0, default: 30 }),
})
export type SubscriptionsConfig = Static<typeof Schema>

export const subscriptionsConfig = (
  env: Record<string, string | undefined> = process.env,
): SubscriptionsConfig => readConfig(Schema, env)
