import './Avatar.css'

/** A person or a company: the picture when there is one, else initials. Decorative: the name stands beside it. */
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
