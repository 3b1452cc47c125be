/** The method on one page, whose is what, licences, how to cite. */
import { useState } from 'react';
import { Term } from '../app/Term.tsx';
import { CITATION, PAPER_ARMS, PAPER_ENTROPY, PAPER_ROWS } from './figures.ts';
import { Evidence } from './Evidence.tsx';
import css from './About.module.css';

const arxiv = (id: string): string => `https://arxiv.org/abs/${id}`;

function Method() {
  return (
    <section>
      <h2>What the lab computes</h2>
      <ol>
        <li>
          <b>A conversation is a game of acts.</b> A persuader asks a stranger for a donation to a children’s charity (Persuasion for Good). At every turn the persuader chooses one of 10 acts, the
          user one of 7 answers. Sentences on screen are templates for these choices. The world keeps count of trust and patience, decides the outcome, and pays the reward: the donation up to $2,
          scaled to at most 1 and multiplied by 0.97 for every turn that passed.
        </li>
        <li>
          <b>Users differ.</b> Four types of people react differently to the same act. How they answer is estimated from 300 annotated dialogues between people; what each type needs in order to give
          is not in the data. The generating programs, fitted to these P4G answers, with needs that are this lab’s invention, are called <Term id="real">real users</Term> here. The user’s answers
          never affect the outcome; the acts and who the user is do. Three types fit held-out dialogues slightly better than four (-1.3966 against -1.4059 nats a turn); four are used because the
          fourth is the refusing type, which the lab needs. Donation amounts of P4G are shown for reference and drive nothing.
        </li>
        <li>
          <b>A simulator learns to be such a user,</b> then is aligned: tuned towards what is typical. P is cut to its nucleus (0.9) first and then raised to the power <Term id="gamma">γ</Term>, its
          own choice of who to be included; at γ = 1 only the rarest answers are cut. At γ = 16 the result is a trained network that answers nearly always as the same person:{' '}
          <Term id="collapse">mode collapse</Term>. Then it is frozen. Other arms change what is trained against: lists of what the simulator could say, several simulators, or simulators that learn.
        </li>
        <li>
          <b>A policy learns against it</b> by <Term id="grpo">GRPO</Term>. It starts as an imitation of noisy expert persuaders. Each <Term id="update">update</Term> plays groups of dialogues: all
          start alike and users are drawn per dialogue, so a group is a batch of G dialogues whose rewards are compared. Then it takes AdamW steps (one, unless set otherwise) on the clipped objective
          with a penalty for leaving its start.
        </li>
        <li>
          <b>Every few updates it is measured</b> on six <Term id="heldout">held-out</Term> simulators, and on real users. Of the six, two play mostly warm users, two busy ones, one a skeptic and one
          a questioner, which is the training simulator’s mode, too; all are aligned at γ = 3. Several <Term id="seed">seeds</Term> train at once; curves show their mean and their lowest and highest.
        </li>
      </ol>
      <p>
        The claim under test: against one collapsed simulator the policy’s success in training rises while its success with anyone else stalls or falls, and its choices lose their variety (
        <Term id="entropy">entropy</Term>). Why: a simulator that always answers alike makes the training gradient that of a game against one fixed opponent, up to an error proportional to how rarely
        it leaves its most likely answer (Theorem 3.2 of the paper).
      </p>
    </section>
  );
}

function Repeating() {
  return (
    <section>
      <h2>Links, and how to repeat a run</h2>
      <p>
        Share (or the key L) gives a link that says every setting; it means the same for ever, because a link carries the version of the defaults it leaves out. What a link asks for that the lab does
        not have, or that would take too much memory, is named when it is opened.
      </p>
      <p>
        A result link also carries the curves of a finished run, and a digest (SHA-256) of every value each arm measured. Whoever opens it sees the curves, can run the same, and is told whether it is
        the same bit for bit, agrees within the spread of the seeds, or differs, and from where on. On a graphics card a run is repeated exactly on the same machine and in kind on another. With
        “Computed by: CPU twin, exact” under Settings, Advanced, it is repeated exactly everywhere.
      </p>
    </section>
  );
}

function Whose() {
  return (
    <section>
      <h2>Whose is what</h2>
      <dl className={css.whose}>
        <dt>The paper’s</dt>
        <dd>
          The claim and its theorems, sharpening by γ as the model of alignment, the training arms, the choice of GRPO and its main settings.{' '}
          <i>One Frozen Simulator Is Not Enough: Simulator Collapse in Multi-Agent RL</i>, <a href={arxiv('2608.12253')}>arXiv 2608.12253</a>; Verbalized Sampling is from{' '}
          <a href={arxiv('2510.01171')}>arXiv 2510.01171</a>.
        </dd>
        <dt>Ours</dt>
        <dd>
          Everything that runs here: dialogues as acts instead of language, the small networks and their WebGPU and CPU code, the world’s rules, the needs of the user types, the held-out panel, the
          learning rates. Curves and numbers in the lab are trained while you watch; none is copied from the paper.
        </dd>
        <dt>Not the same</dt>
        <dd>
          The paper trains language models with billions of parameters; this lab trains transformers with some ten thousand to under a million. It can show the mechanism. It says nothing about how
          large the effect is in a language model, and its real users are programs fitted to people’s answers, not people. A persuader that follows the statistics of human persuaders succeeds in 9 %
          of dialogues here; in P4G 54 % of people donated. Whether a real language model collapses in the user’s place you can see for yourself: <a href="#/llm">Ask a language model</a>.
        </dd>
      </dl>
    </section>
  );
}

function Study() {
  return (
    <section>
      <h2>The human study</h2>
      <p>
        Under <a href="#/people">You’re the user</a> a person takes the user’s place: blind to which persuader speaks, free to give some of an imaginary payment or to leave. The persuader hears acts
        only; your own words are matched to one of seven and not kept. Two conversations an arm show what the difference feels like, not that there is one: the page says how many people that would
        take, and lets a class pool its files.
      </p>
    </section>
  );
}

function Figures() {
  return (
    <section className={css.paper}>
      <p className={css.mark}>The paper’s figures, not this lab’s</p>
      <h2>What the paper found</h2>
      <p>Qwen3-4B, best held-out checkpoint. Policy entropy is in nats.</p>
      <div className={css.scroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">Training users</th>
              {PAPER_ROWS.map((r) => (
                <th scope="col" key={r.task}>
                  {r.task}
                  <small>{r.unit}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {PAPER_ARMS.map((arm, i) => (
              <tr key={arm}>
                <th scope="row">{arm}</th>
                {PAPER_ROWS.map((r) => (
                  <td key={r.task}>{r.values[i]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        Policy entropy: {PAPER_ENTROPY.map(([arm, what]) => `${arm} ${what}`).join('; ')}. Groups of dialogues with equal rewards, which teach nothing, grew from 60 to 85 % under one frozen simulator.
        With real users on tau2-bench, success was 0.41 for the base policy, 0.43 after one frozen simulator, 0.63 after Verbalized Sampling, 0.70 after co-training.
      </p>
    </section>
  );
}

function Cite() {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = (): void => {
    void navigator.clipboard.writeText(CITATION).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <section>
      <h2>How to cite</h2>
      <p>Cite the paper for the claim; name Thaw and its version when you use the lab’s curves.</p>
      <pre>{CITATION}</pre>
      <button type="button" className={css.copy} onClick={copy}>
        Copy
      </button>{' '}
      <span role="status" className={css.copied}>
        {copied === null ? '' : copied ? 'Copied.' : 'The browser did not allow it; select the text instead.'}
      </span>
    </section>
  );
}

export default function About() {
  return (
    <main id="main" className={css.about}>
      <h1>About Thaw</h1>
      <p className={css.lead}>
        Agents that talk to people are often trained on simulated users. If the simulator has collapsed into one kind of person, the agent learns that person. Thaw lets you watch this happen, at a
        size that trains in a browser, and what other training users change.
      </p>
      <Method />
      <Repeating />
      <Whose />
      <Study />
      <Evidence />
      <Figures />
      <section>
        <h2>Where runs are kept</h2>
        <p>
          In this browser’s own storage (IndexedDB), and nowhere else: curves, some dialogues, and every ten seconds the state from which a run can go on. Clearing the page’s data deletes them; Export
          takes them out.
        </p>
      </section>
      <section>
        <h2>On this device</h2>
        <p>
          After the first visit the page opens without a network. Nothing is sent anywhere; only <a href="#/llm">Ask a language model</a> loads something from elsewhere, when its button is pressed.{' '}
          <a href="#/gpu">Test my GPU</a> compares every kernel on your graphics card with its twin on the CPU and measures how much faster the card is.
        </p>
      </section>
      <section>
        <h2>Licences</h2>
        <p>
          Thaw is free software under the Apache License 2.0. Answer tables and donation counts come from Persuasion for Good (Wang et al. 2019, Apache-2.0); only counts and fitted tables are
          included, no utterances. The paper’s framework SCOPE is public under Apache-2.0; none of its code is used here. The page is built with React, React Aria, Recharts, zustand, zod, uqr, jStat,
          KaTeX, Workbox, idb, @noble/hashes and web-llm (MIT, ISC or Apache-2.0) and Lucide icons (ISC).
        </p>
      </section>
      <Cite />
    </main>
  );
}
