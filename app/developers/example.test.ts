import { expect, it } from 'vitest'
import { exampleOf, type Schema } from '@/app/developers/example'
import { openApiDocument } from '@/server/api/rest/document'

type Operation = {
  requestBody?: { content: { 'application/json': { schema: Schema & { required?: string[] } } } }
}

it('shows for every body of the document all fields that it must have', () => {
  const bodies = Object.values(openApiDocument().paths)
    .flatMap((methods) => Object.values(methods) as Operation[])
    .flatMap(({ requestBody }) => requestBody?.content['application/json'].schema ?? [])
  expect(bodies.length).toBeGreaterThan(20)
  for (const schema of bodies) {
    const example = exampleOf(schema)
    for (const name of schema.required ?? []) expect(example).toHaveProperty([name])
  }
})
