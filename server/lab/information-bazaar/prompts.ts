import type { ChatRequest } from '@/server/llm/chat'
import type { Strategy } from '@/server/protocol/policy'
import type { AnswerSight, FollowUpSight, RefineSight, VerdictSight } from './mind'

/**
 * What is said to a model, after the paper's listings, in our own words; roles, names and the forms of replies are the paper's.
 * Each prompt is made from a sight and from nothing else. Source: "Language Models Can Reduce Asymmetry in Information
 * Markets", listings 1 to 8; lengths and temperatures from its code (lab, A.5).
 */

type Messages = ChatRequest['messages']

const COMPANY =
  'You work for a company that acquires information. You are to answer a question by buying pieces of information on a market, where vendors ask a price for each.'

const ROLES: Record<Strategy, (budget: number) => string> = {
  direct: (budget) => `${COMPANY} Do not spend more than your budget of $${budget}.`,
  'chain-of-thought': (budget) => `${COMPANY} Do not spend more than your budget of $${budget}.`,
  debate: () =>
    `Bobby William and Michael Burry work for a company that acquires information. They are to answer a question by buying pieces of information on a market, where vendors ask a price for each.

Bobby wants the answer to be as good and as complete as it can be, and so to know as much as possible.

Michael answers for the money. He sees to it that nothing is spent on information that is not needed. When two pieces say the same, he takes the cheaper one.`,
}

const TASKS: Record<Strategy, (budget: number) => string> = {
  direct: () => 'Give your verdict in this form, and nothing else:',
  'chain-of-thought': () =>
    'First write what you think of each option, of its price and of how well it answers the question. Then write a paragraph that sums up your thoughts and comes to a verdict. Give the verdict in this form:',
  debate: (budget) =>
    `Together Bobby and Michael decide which options to buy and which not with their budget of $${budget}. Write a constructive argument between them about how useful each option is for the question and whether it is worth its price. They may buy any number of options, or none. At the end they come to a verdict. Give it in this form:`,
}

/** Listings 2 to 4. Without inspection an option is its title alone. */
export function verdictPrompt(sight: VerdictSight, strategy: Strategy): Messages {
  const { question, options, budget } = sight
  const texts = options.map(({ number, title, content }) =>
    content === null ? `Option ${number}: ${title}` : `Option ${number}: ${title}\n${content}`,
  )
  const prices = options.map(({ number, price }) => `Option ${number} costs $${price}.`)
  const form = options.map(({ number }) => `Option ${number}: <Buy or Pass>`)
  return [
    { role: 'system', content: ROLES[strategy](budget) },
    {
      role: 'user',
      content: `The question is “${question}”

${contextOf(sight)}These are the options.
---
${texts.join('\n\n')}
---

${prices.join('\n')}

${TASKS[strategy](budget)}

VERDICT:

${form.join('\n')}`,
    },
  ]
}

/** What the protocol shows beside the table; nothing in the paper's own. */
function contextOf({ questionsAbove, readAbove, bought }: VerdictSight): string {
  const parts = [
    questionsAbove.length > 0 ? `It was asked to settle: ${questionsAbove.join(' / ')}` : '',
    readAbove.length > 0
      ? `It is about what is on offer there:\n${readAbove.map(({ title, content }) => `${title}\n${content ?? ''}`).join('\n')}`
      : '',
    bought.length > 0
      ? `This was bought already:\n${bought.map(({ title, content }) => `${title}\n${content ?? ''}`).join('\n')}`
      : '',
  ].filter((part) => part !== '')
  return parts.map((part) => `${part}\n\n`).join('')
}

/** Of the heuristic by willingness to pay (lab, A.7, b): a range for each option, and no verdict. */
export function willingnessPrompt({ question, options, budget }: VerdictSight): Messages {
  const texts = options.map(({ number, title, content }) => `Option ${number}: ${title}\n${content ?? ''}`)
  const form = options.map(({ number }) => `Option ${number}: $<least> - $<most>`)
  return [
    {
      role: 'system',
      content: `${COMPANY} You want to spend little and answer well. You are shown what is on offer and say how much you would pay for each piece.`,
    },
    {
      role: 'user',
      content: `The question is “${question}”

These are the options.
---
${texts.join('\n\n')}
---

First discuss each option briefly: what speaks for buying it, and what against. Then say for each the least and the most that you would pay, when you have $${budget} in all, or Pass where you would pay nothing. Give it in this form:

WILLING TO PAY:

${form.join('\n')}`,
    },
  ]
}

/** Asks for the sub-questions of an inspection; only where the market's protocol allows any. */
export function subQuestionPrompt(sight: VerdictSight): Messages {
  const [role] = verdictPrompt(sight, 'debate')
  const options = sight.options.map(({ number, title, content, price }) =>
    [`Option ${number} ($${price}): ${title}`, content ?? ''].join('\n'),
  )
  return [
    role ?? { role: 'system', content: COMPANY },
    {
      role: 'user',
      content: `The question is “${sight.question}”

${contextOf(sight)}These are the options.
---
${options.join('\n\n')}
---

Before they decide, Bobby and Michael may put up to ${sight.asksAllowed} questions to the market about options that they are inclined to buy and that may be wrong. The answers cost part of the budget. A question must not give away what an option says. Let them argue whether any question is worth asking. Write each in this form, or none:
CHECK OPTION <number>: <question>`,
    },
  ]
}

/** Listing 5; `isFaithful` is its variant that leaves the model's own knowledge out. */
export function answerPrompt({ question, passages }: AnswerSight, isFaithful: boolean): Messages {
  const faithfully = isFaithful
    ? ' You use the passages alone: nothing that you know yourself is in your answer, and where the passages do not say something, neither do you.'
    : ''
  return [
    {
      role: 'system',
      content: `You are a helpful assistant that follows instructions well. You answer a question as well as you can, in simple words, with passages that may hold useful information.${faithfully}`,
    },
    {
      role: 'user',
      content: `The question is “${question}”

Here are passages that may help you.
---
${passages.map(({ content }, at) => `${at + 1}. ${content}`).join('\n\n')}
---

Go step by step. First discuss what each passage says about the question “${question}”: which passages help, and how far. Several may help, and some may not help at all; leave those aside. Say so where you are not sure.

Then write your answer. It must stand alone and not speak of the passages. It is very important that you put it between <answer> and </answer>; without them it cannot be read.`,
    },
  ]
}

/** Listing 6. */
export function followUpPrompt({ question, answer }: FollowUpSight): Messages {
  return [
    {
      role: 'system',
      content: `Bobby and Michael work for a company that acquires and checks information. They are given a question and an answer that their colleagues wrote. They decide whether the answer settles the question or something is still unclear; if it is, they find follow-up questions, to the point, whose answers would enrich it.

Bobby wants the answer to cover enough ground for the client's curiosity. Michael fears to confuse the client with what is not relevant. Together they find out whether the client wants a short answer or a broad one. A general question deserves more follow-up questions; for a specific one they ask only if the answer is not conclusive.

Follow-up questions are asked only when something concrete or crucial is missing. They need not ask any.`,
    },
    {
      role: 'user',
      content: `The question is: ${question}

The present answer is: ${answer}

Bobby and Michael now argue whether to ask follow-up questions, given this question and this answer.

If they decide to ask any, write each on a line of its own in this form:
FOLLOW-UP QUESTION: <question>`,
    },
  ]
}

const REFINER = `You are a helpful assistant that follows instructions well.

You are given a question, an initial answer that was lacking something, and follow-up questions with their answers. You refine the initial answer by what they bring. Take in only what makes the answer better and leave out the rest. The refined answer must answer the original question directly.`

/** Listing 7, first turn. */
export function refineThoughtsPrompt({ question, answer, followUps }: RefineSight): Messages {
  const list = followUps.map((one, at) => `Question ${at + 1}: ${one.question}\nAnswer: ${one.answer}`)
  return [
    { role: 'system', content: REFINER },
    {
      role: 'user',
      content: `The original question is: ${question}

The initial answer is: ${answer}

These follow-up questions were asked, with these answers:
---
${list.join('\n\n')}
---

In the end you will refine the initial answer. Before that, think aloud about what is to be done. Is the question general or specific? A general one wants a broader answer, a specific one an answer to the point.

Then sum up the answers to the follow-up questions as far as they bear on the initial answer and are useful. Some may be beside the point; ignore those.`,
    },
  ]
}

/** Listing 7, second turn. */
export function refineAnswerPrompt(thoughts: Messages, rationale: string): Messages {
  return [
    ...thoughts,
    { role: 'assistant', content: rationale },
    {
      role: 'user',
      content: `Now write the refined answer. Do not speak of passages; answer the question. Do not use your own knowledge, only what the initial answer and the answers to the relevant follow-up questions say.

It is very important that you put the answer between <answer> and </answer>, for example: <answer>THE REFINED ANSWER</answer>. Without them it cannot be read.`,
    },
  ]
}

/** Listing 8, with tags, so that it is read as the others are. */
export function closedBookPrompt(question: string): Messages {
  return [
    {
      role: 'system',
      content:
        'You are an intelligent assistant. You are given a question and answer it as well as you can, between <answer> and </answer>.',
    },
    { role: 'user', content: question },
  ]
}

export type Evaluation = { question: string; answerA: string; answerB: string; gold: string }

/** Listing 1. */
export function evaluatorPrompt({ question, answerA, answerB, gold }: Evaluation): Messages {
  return [
    {
      role: 'system',
      content: `Michael and Bobby are two professors who grade an examination. They have a question, the answers of two students to it, and the gold standard answer. They are to find out which of the two answers does the better job.

A good answer addresses the question directly and clearly and is easy to understand. It does not go off on tangents, but brings up what bears on the question.

Write a heated debate between Michael and Bobby about this. In the end they come to a fair verdict. It must not be a tie, and it must be written as:

VERDICT: Better answer from student <A or B>`,
    },
    {
      role: 'user',
      content: `Question: ${question}

Answer from student A: ${answerA}

Answer from student B: ${answerB}

Gold standard answer: ${gold}`,
    },
  ]
}

export function keywordsPrompt(question: string): Messages {
  return [
    {
      role: 'system',
      content:
        'You find what to search for. Reply with three keywords, separated by commas, and nothing else.',
    },
    { role: 'user', content: question },
  ]
}

export function imaginePrompt(question: string): Messages {
  return [
    {
      role: 'system',
      content:
        'Write one paragraph of at most four sentences, as it might stand in a document that answers the question. Its facts may be invented.',
    },
    { role: 'user', content: question },
  ]
}

export function rephrasePrompt(passage: string): Messages {
  return [
    {
      role: 'system',
      content:
        'Rephrase the passage in other words. Keep every piece of information in it and add none. Reply with the passage alone.',
    },
    { role: 'user', content: passage },
  ]
}
