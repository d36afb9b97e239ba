/** A box of a tree in the picture on its question's page. */
export function overviewHref(rootId: string, nodeId: string): string {
  return `/questions/${rootId}?tab=inspection&look=overview&node=${encodeURIComponent(nodeId)}#inspection`
}
