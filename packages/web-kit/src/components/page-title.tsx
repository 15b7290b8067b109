/** The title of the page. Without one it is "And Scene". */
export const PageTitle = ({ children }: { children: string }) => <title>{`${children} – And Scene`}</title>
