/** Below this address stand the operations for programs. */
export const REST_ROOT = '/api/v1'
