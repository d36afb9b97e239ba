import type { MetadataRoute } from 'next'

/** What a phone needs to keep the market among its apps. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    name: 'Caveat',
    short_name: 'Caveat',
    description: 'Pay only for what your answer rests on.',
    start_url: '/',
    display: 'standalone',
    background_color: '#f7f8f5',
    theme_color: '#f7f8f5',
    share_target: { action: '/share', method: 'get', params: { title: 'title', text: 'text', url: 'url' } },
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/apple-icon', sizes: '180x180', type: 'image/png' },
      { src: '/icon-512', sizes: '512x512', type: 'image/png' },
    ],
  }
}
