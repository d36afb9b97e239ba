import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.BOT_SECRET)
const KNOWN = [
  {
    about: /bridge/i,
    teaser: 'The load limit of the bridge, from its last inspection',
    privateInfo: 'The bridge at Lindow has carried at most 3.5 tonnes since its inspection in March.',
    price: '0.50',
  },
]

createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  try {
    const { question } = webhook.verify(body, request.headers)
    const offers = KNOWN.filter(({ about }) => about.test(question.title)).map(({ about, ...offer }) => offer)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ offers }))
  } catch (error) {
    console.error(error.message)
    response.writeHead(401).end()
  }
}).listen(process.env.PORT ?? 4000)
