/** The query key of every loaded list of applications. */
export const listsKey = ['applications', 'list'] as const;
