import { createContext, use } from 'react'
import type { RemoteStore } from './remote-store.ts'

export const RemotesContext = createContext<RemoteStore | undefined>(undefined)

export function useRemotes(): RemoteStore {
  const store = use(RemotesContext)
  if (!store) throw new Error('useRemotes needs a RemotesContext above it')
  return store
}
