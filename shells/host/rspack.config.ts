import { defineHost } from '@andscene/federation/host-config'

export default defineHost({ dir: import.meta.dirname })
