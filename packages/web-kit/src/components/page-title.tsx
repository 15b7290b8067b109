/** What the browser's tab, its history and a screen reader call the page. Without one it is "And Scene". */
export const PageTitle = ({ children }: { children: string }) => <title>{`${children} – And Scene`}</title>
