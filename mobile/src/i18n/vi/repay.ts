const repay = {
  title: 'Trả nợ',
};

export default repay;
