import type { ReactNode } from 'react'

/** What comes after a guest has said who they are. */
export const GuestNameFirst = ({ children }: { children: ReactNode }) => children
