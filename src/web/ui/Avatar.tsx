import './Avatar.css'

/** The picture of a person or a company, or its initials. Hidden from screen readers: the name is beside it. */
export function Avatar({
  imageUrl,
  initials,
  shape = 'round',
}: {
  imageUrl?: string | null
  initials: string
  shape?: 'round' | 'square'
}) {
  return imageUrl ? (
    <img className={`avatar avatar--${shape}`} src={imageUrl} alt="" width={34} height={34} />
  ) : (
    <span className={`avatar avatar--${shape}`} aria-hidden="true">
      {initials}
    </span>
  )
}
