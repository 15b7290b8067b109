import { defineRemote } from '@andscene/federation/remote-config'

export default defineRemote({ dir: import.meta.dirname })
