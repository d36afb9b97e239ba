/** Where agents come in. */
export const MCP_PATH = '/mcp'
