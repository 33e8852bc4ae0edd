import type { Words } from './Words.ts'

export const vietnamese: Words = {
  script: 'latin',
  per: 'mỗi|cho mỗi',
  perTime: 'một|hàng|hằng|theo',
  second: { noun: 'giây' },
  minute: { noun: 'phút' },
  hour: { noun: 'giờ|tiếng', alone: 'theo giờ' },
  day: { noun: 'ngày', adverb: 'hàng ngày|hằng ngày' },
  week: { noun: 'tuần', adverb: 'hàng tuần|hằng tuần' },
  month: { noun: 'tháng', adverb: 'hàng tháng|hằng tháng' },
  quarter: { noun: 'quý|3 tháng', adverb: 'hàng quý', alone: '3 tháng' },
  year: { noun: 'năm', adverb: 'hàng năm|hằng năm', alone: '12 tháng' },
  oneTime: 'một lần|trọn đời|vĩnh viễn|thanh toán 1 lần|1 lần|mãi mãi',
  billedYearly:
    '(?:thanh toán|tính phí|trả|xuất hóa đơn|lập hóa đơn|gói) (?:theo |hàng |hằng |mỗi )năm|khi thanh toán năm|trả trước (?:1 |một )?năm|thanh toán (?:1 )?năm',
  billedMonthly:
    '(?:thanh toán|tính phí|trả|xuất hóa đơn|lập hóa đơn) (?:theo |hàng |hằng |mỗi )tháng',
  free: 'miễn phí|miễn phí trọn đời|miễn phí mãi mãi|hoàn toàn miễn phí|miễn phí vĩnh viễn|luôn miễn phí',
  freeLead: 'miễn phí',
  onRequest:
    'liên hệ|theo yêu cầu|tùy chỉnh|tuỳ chỉnh|báo giá|giá tùy chỉnh|thỏa thuận|giá liên hệ|báo giá riêng|liên hệ báo giá|giá theo yêu cầu|thương lượng|liên hệ để có giá',
  contact:
    'liên hệ (?:với )?(?:chúng tôi|ngay|bán hàng|tư vấn|đội ngũ bán hàng|kinh doanh|sales)|nhận (?:báo giá|tư vấn)|yêu cầu báo giá',
  popular:
    'phổ biến nhất|đề xuất|phổ biến|khuyên dùng|được đề xuất|bán chạy(?: nhất)?|nổi bật|lựa chọn (?:phổ biến|tốt nhất|hàng đầu)|giá trị (?:tốt )?nhất|tốt nhất|được ưa chuộng(?: nhất)?|được yêu thích(?: nhất)?|tiết kiệm nhất|khuyến nghị|được chọn nhiều nhất|yêu thích nhất|hot',
  otherBadge: 'mới|sắp ra mắt|gói hiện tại|sắp có',
  from: 'từ|chỉ từ|bắt đầu từ|giá từ',
  fromAfter: 'trở lên',
  seat: { noun: 'người dùng|người|thành viên|nhân viên|tài khoản người dùng|user|giấy phép' },
  upTo: 'lên đến|tới|tối đa',
  during: 'cho|trong',
  setup: 'phí (?:cài đặt|khởi tạo|thiết lập|triển khai|lắp đặt)',
  savingBefore: 'tiết kiệm|giảm|lên đến|trị giá|ưu đãi|tới',
  savingAfter: 'giảm giá|tiết kiệm|ưu đãi',
  wasBefore: 'giá gốc|thay vì|trước đây|giá cũ|nguyên giá',
  about: 'khoảng|tổng|tổng cộng|chừng',
  minimum: 'tối thiểu',
  first: String.raw`(?:cho |trong )?(?:\d+ )?(?:tháng|tuần|năm) đầu(?: tiên)?`,
  aside: '(?:chưa|đã)(?: bao)? gồm (?:vat|thuế)|vat|thanh toán',
  currencies: { đ: 'vnd', Đ: 'vnd', đồng: 'vnd', vnđ: 'vnd', vnd: 'vnd' },
  signs: { VNĐ: 'vnd', VNÐ: 'vnd' },
}
