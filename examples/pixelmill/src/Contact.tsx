export interface Sheet {
  id: string
  prompt: string
  images: string[]
  cost: string
}

const addressOf = (svg: string) => `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`

/** The images of one order. */
export function Contact({ sheet, canTakeSvg }: { sheet: Sheet; canTakeSvg: boolean }) {
  const { prompt, images, cost } = sheet
  return (
    <figure className="sheet">
      <figcaption>
        {prompt} · {images.length} {images.length === 1 ? 'image' : 'images'} · {cost} credits
      </figcaption>
      <div className="images">
        {images.map((svg, index) => {
          const address = addressOf(svg)
          const name = `${prompt}, ${index + 1}`
          const image = <img src={address} alt={name} width="160" height="160" />
          return canTakeSvg ? (
            <a key={address} href={address} download={`${name}.svg`} title="Download as SVG">
              {image}
            </a>
          ) : (
            <span key={address}>{image}</span>
          )
        })}
      </div>
    </figure>
  )
}
