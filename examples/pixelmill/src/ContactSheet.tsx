export interface Sheet {
  id: string
  prompt: string
  images: string[]
  cost: string
}

const dataUrlOf = (svg: string) => `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`

/** Shows the images of one order. */
export function ContactSheet({ sheet, canDownload }: { sheet: Sheet; canDownload: boolean }) {
  const { prompt, images, cost } = sheet
  return (
    <figure className="sheet">
      <figcaption>
        {prompt} · {images.length} {images.length === 1 ? 'image' : 'images'} · {cost} credits
      </figcaption>
      <div className="images">
        {images.map((svg, index) => {
          const url = dataUrlOf(svg)
          const name = `${prompt}, ${index + 1}`
          const image = <img src={url} alt={name} width="160" height="160" />
          return canDownload ? (
            <a key={url} href={url} download={`${name}.svg`} title="Download as SVG">
              {image}
            </a>
          ) : (
            <span key={url}>{image}</span>
          )
        })}
      </div>
    </figure>
  )
}
