// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { PublishAnswer } from '@/app/questions/[id]/publish-answer'
import { exampleAnswer, exampleView } from '@/components/question/testing'

// The server never answers here: what is seen was drawn with the page.
vi.mock('@tanstack/react-query', () => ({
  useQuery: ({ initialData }: { initialData: unknown }) => ({
    data: initialData,
    isPending: initialData === undefined,
  }),
  useMutation: () => ({ mutate: () => {} }),
  useQueryClient: () => ({}),
}))
vi.mock('@/app/questions/[id]/use-question', () => ({ useRefresh: () => async () => {} }))
vi.mock('@/app/trpc', () => {
  const options = { queryOptions: () => ({}), mutationOptions: () => ({}) }
  return {
    useTRPC: () => ({ inspection: { previewPublication: options, kept: options, askToQuote: options } }),
  }
})

it('what an asker may publish is drawn with the page, and nothing comes later that pushes what is below', () => {
  const tree = { published: { standing: null, earlier: [] } }
  const shown = { view: exampleView({ isYours: true }), answer: exampleAnswer(), isProvisional: false, tree }
  render(<PublishAnswer {...shown} publishing={{ preview: null, kept: [] }} />)
  expect(screen.getByText('Its words are for you alone')).toBeTruthy()
})
