// The entry only starts the rest, so that federation has the shared modules ready when it runs.
void import('./start.tsx')
