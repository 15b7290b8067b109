/** Sets the page title. The default is "And Scene". */
export const PageTitle = ({ children }: { children: string }) => <title>{`${children} – And Scene`}</title>
