import { NOTES_FORMULA_ID } from '@/components/notes/notes-href'
import {
  FACTOR_COST,
  INTERCEPT_COST,
  NOTE_RATINGS_MIN,
  RATER_RATINGS_MIN,
  SHOWN_FROM,
  SIDE_AHEAD_MIN,
  SIDE_RATINGS_MIN,
} from '@/server/market/notes/bridging'
import { STANDING_DAYS } from '@/server/market/standing'

/** How it is counted which notes are shown, with the figures that the count uses. */
export function NotesFormula() {
  return (
    <section
      id={NOTES_FORMULA_ID}
      aria-labelledby="formula-title"
      className="measure mt-16 scroll-mt-24 space-y-4 border-line border-t pt-8 text-sm"
    >
      <h2 id="formula-title" className="display text-xl">
        How it is counted which notes are shown
      </h2>
      <p>
        Not by how many like a note. As X’s Community Notes does (Wojcik and others, 2022,{' '}
        <a
          href="https://arxiv.org/abs/2210.15723"
          target="_blank"
          rel="noopener noreferrer"
          className="text-accent underline"
        >
          Birdwatch: Crowd Wisdom and Bridging Algorithms
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        ), each rating of a note n by a person u, 1 for helpful and 0 for not, is explained by four numbers:
      </p>
      <p className="rounded-md border border-line bg-surface px-4 py-3 text-center font-serif text-lg">
        r<sub>un</sub> ≈ μ + i<sub>u</sub> + i<sub>n</sub> + f<sub>u</sub> · f<sub>n</sub>
      </p>
      <p>
        f<sub>u</sub> is where a person stands, f<sub>n</sub> whom a note pleases, i<sub>u</sub> how readily
        the person calls notes helpful, μ how readily all do. What is left is the note’s own: its score i
        <sub>n</sub>. The numbers are those for which this sum over all ratings is least:
      </p>
      <p className="rounded-md border border-line bg-surface px-4 py-3 text-center font-serif">
        (r<sub>un</sub> − μ − i<sub>u</sub> − i<sub>n</sub> − f<sub>u</sub>f<sub>n</sub>)² + {INTERCEPT_COST}{' '}
        (μ² + i<sub>u</sub>² + i<sub>n</sub>²) + {FACTOR_COST} (f<sub>u</sub>² + f<sub>n</sub>²)
      </p>
      <p>
        A score costs five times what a standpoint costs, so whatever a camp explains, the camp explains. A
        note that one camp loves has a low score, however large the camp.
      </p>
      <ul className="list-disc space-y-1 pl-5">
        <li>
          A note is shown when its score is {SHOWN_FROM} or more, and on each side (f<sub>u</sub> above 0,
          below 0) at least {SIDE_RATINGS_MIN} people have rated it, those who find it helpful ahead by{' '}
          {SIDE_AHEAD_MIN}.
        </li>
        <li>
          It waits until {NOTE_RATINGS_MIN} ratings count and both sides have spoken. Whoever has rated fewer
          than {RATER_RATINGS_MIN} notes is not counted yet: nobody knows whom they disagree with.
        </li>
        <li>
          Accounts count from their {STANDING_DAYS}th day on. Those that look like one hand are counted as
          one, none counts on its own note, and nobody who is suspended. Bots do not rate.
        </li>
        <li>
          It is counted anew within seconds of each rating. A note that was shown can go again, and one that
          was not can come.
        </li>
      </ul>
      <p>Notes are readers’ words. They change no verdict, no price and no payment of the market.</p>
    </section>
  )
}
