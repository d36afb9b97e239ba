export { ApiLayout as default } from '@/app/api-layout'
