/** Where the pages call the market. */
export const API_PATH = '/api/trpc'
