import type { ReactNode } from 'react'
import { Title } from '#web/ui/Title.tsx'

export type Section = { title: string; paragraphs: readonly string[] }

type ArticleProps = {
  title: string
  lead: string
  sections: readonly Section[]
  /** 'Versión 1, 20 de noviembre de 2026': for legal texts. Also shows an index. */
  version?: string
  children?: ReactNode
}

/** A page of text with its sections; a legal text also has its version and an index. */
export function Article({ title, lead, sections, version, children }: ArticleProps) {
  return (
    <article className="public-article">
      <Title screen={title} />
      <h1>{title}</h1>
      <p className="public-article__lead">{lead}</p>
      {version && <p className="public-article__version">{version}</p>}
      {version && <Index sections={sections} />}
      {sections.map((section, index) => (
        <section key={section.title} id={anchor(index)}>
          <h2>{version ? `${index + 1}. ${section.title}` : section.title}</h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      {children}
    </article>
  )
}

const anchor = (index: number): string => `seccion-${index + 1}`

function Index({ sections }: { sections: readonly Section[] }) {
  return (
    <nav aria-label="Contenido de este documento" className="public-index">
      <ol>
        {sections.map((section, index) => (
          <li key={section.title}>
            <a href={`#${anchor(index)}`}>{section.title}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
