/** Of every loaded list of applications, in the query cache. */
export const listsKey = ['applications', 'list'] as const;
