/** The tabs of a bot's page, as its address names them. */
export const TABS = ['overview', 'runs', 'rehearse', 'documents', 'deliveries', 'settings'] as const
export type TabName = (typeof TABS)[number]

/** Opens another tab. */
export type GoTo = (tab: TabName) => void
