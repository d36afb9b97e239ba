import localFont from 'next/font/local'

/*
 * Two families, served from this site: a text serif for what people read, a sans for what they operate. Source Serif with its optical size
 * axis, so that headings are cut finer than text; Inter without, to stay small. Other scripts are drawn in the reader's own faces.
 *
 * A face that is not there at once is used from the next page on: none replaces another under somebody's eyes.
 */

export const sans = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  weight: '100 900',
  display: 'optional',
  adjustFontFallback: 'Arial',
  variable: '--sans-latin',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
    },
  ],
})

/** Names of people and places in most of Europe; fetched where one stands. */
export const sansMore = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2',
  weight: '100 900',
  display: 'optional',
  preload: false,
  adjustFontFallback: false,
  variable: '--sans-more',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
    },
  ],
})

export const serif = localFont({
  src: '../node_modules/@fontsource-variable/source-serif-4/files/source-serif-4-latin-opsz-normal.woff2',
  weight: '200 900',
  display: 'optional',
  adjustFontFallback: 'Times New Roman',
  variable: '--serif-latin',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
    },
  ],
})

export const serifItalic = localFont({
  src: '../node_modules/@fontsource-variable/source-serif-4/files/source-serif-4-latin-opsz-italic.woff2',
  weight: '200 900',
  style: 'italic',
  display: 'optional',
  preload: false,
  adjustFontFallback: false,
  variable: '--serif-italic',
})

export const serifMore = localFont({
  src: '../node_modules/@fontsource-variable/source-serif-4/files/source-serif-4-latin-ext-opsz-normal.woff2',
  weight: '200 900',
  display: 'optional',
  preload: false,
  adjustFontFallback: false,
  variable: '--serif-more',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
    },
  ],
})
