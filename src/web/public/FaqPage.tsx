import { useEffect } from 'react'
import { Link } from 'react-router'
import { FAQ } from './faq-texts.ts'

/** Preguntas Frecuentes: five groups, each answer with its next action. */
export function FaqPage() {
  useEffect(() => {
    document.title = 'Preguntas Frecuentes · Enlace'
  }, [])
  return (
    <article className="public-article">
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
