// C++, OpenMP: points are put in order by one thread, between two loops of all.
#include "shared.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace geometry
{
struct Point {
    double x, y;
    bool operator<(const Point &other) const
    {
        return std::hypot(x, y) < std::hypot(other.x, other.y);
    }
};

class Cloud
{
  public:
    explicit Cloud(size_t n) : points(n)
    {
    }
    void spread()
    {
#pragma omp parallel for
        for (size_t i = 0; i < points.size(); i++)
            points[i] = {std::cos(static_cast<double>(i)), std::sin(static_cast<double>(i) * 1.7)};
    }
    void order_points()
    {
        std::stable_sort(points.begin(), points.end());
    }
    double spacing() const
    {
        double sum = 0;
#pragma omp parallel for reduction(+ : sum)
        for (size_t i = 1; i < points.size(); i++)
            sum += std::fabs(points[i].x - points[i - 1].x);
        return sum;
    }

  private:
    std::vector<Point> points;
};
} // namespace geometry

int main(int argc, char **argv)
{
    geometry::Cloud cloud(static_cast<size_t>(scaled(argc, argv, 800000)));
    cloud.spread();
    cloud.order_points();
    return print_sum(cloud.spacing() > 0);
}
