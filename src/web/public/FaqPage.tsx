import { Link } from 'react-router'
import { Title } from '#web/ui/Title.tsx'
import { FAQ } from './faq-texts.ts'

/** Preguntas Frecuentes: five groups, each answer with its next action. */
export function FaqPage() {
  return (
    <article className="public-article">
      <Title screen="Preguntas Frecuentes" />
      <h1>Preguntas Frecuentes</h1>
      <p className="public-article__lead">Lo que más nos preguntan, y qué hacer en cada caso.</p>
      {FAQ.map((group) => (
        <section key={group.title}>
          <h2>{group.title}</h2>
          {group.questions.map(({ question, answer, action }) => (
            <details key={question} className="public-question">
              <summary>{question}</summary>
              <p>{answer}</p>
              <p>
                <Link to={action.path}>{action.label}</Link>
              </p>
            </details>
          ))}
        </section>
      ))}
    </article>
  )
}
